/** What is here, why it does not work, what it is doing, and which card to get. */
module io.xianka.diagnosis {
    requires transitive io.xianka.driver;
    requires transitive io.xianka.nn;
    requires io.xianka.ptx;
    requires java.desktop;
    requires transitive com.fasterxml.jackson.databind;

    exports io.xianka.diagnosis.advise;
    exports io.xianka.diagnosis.advise.chart;
    exports io.xianka.diagnosis.facts;
    exports io.xianka.diagnosis.survey;
    exports io.xianka.diagnosis.compatibility;
    exports io.xianka.diagnosis.doctor;
    exports io.xianka.diagnosis.errors;
    exports io.xianka.diagnosis.table;
    exports io.xianka.diagnosis.watch;
    exports io.xianka.diagnosis;

    provides io.xianka.driver.api.FailureAdviser with
            io.xianka.diagnosis.doctor.DoctorsAdvice;
}
