package io.xianka.diagnosis.facts;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** In JSON this record's fields stand in the one around it, each behind this one's name: {@code pcie_width_max}. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
@interface Prefixed {}
