# Sourced by the scripts beside it: run_checks CLASS ARG... runs a class of the checks, built when sources changed.

is_jdk25() {
    [[ -x $1/bin/java && -r $1/release ]] && grep -qE '^JAVA_VERSION="(2[5-9]|[3-9][0-9])' "$1/release"
}

find_jdk25() {
    local candidate
    for candidate in "${XIANKA_JAVA_HOME:-}" "${JAVA_HOME:-}" /usr/lib/jvm/* "${HOME:-/nonexistent}"/.jdks/*; do
        if [[ -n $candidate ]] && is_jdk25 "$candidate"; then
            printf '%s\n' "$candidate"
            return
        fi
    done
    echo "${0##*/}: JDK 25 is needed and none was found; put it under /usr/lib/jvm or set JAVA_HOME" >&2
    exit 1
}

run_checks() {
    local jdk lib=${XIANKA_LIB:-} root
    root=$(cd -P -- "$here/.." && pwd)
    jdk=$(find_jdk25)
    if [[ -z $lib ]]; then
        lib=$root/checks/target/lib
        if [[ ! -f $lib/built || -n $(find "$root"/pom.xml "$root"/{core,learn,tools}/*/{pom.xml,src/main} "$root"/checks/{pom.xml,src/main} \
            -newer "$lib/built" -print -quit) ]]; then
            echo "${0##*/}: building" >&2
            local started
            started=$(mktemp)
            (cd "$root" && JAVA_HOME=$jdk mvn -B -q -Dquick -Dmaven.test.skip=true -Dspotless.check.skip=true \
                -pl checks -am package) >&2 || { echo "${0##*/}: the build failed" >&2; exit 1; }
            cp "$root"/checks/target/xianka-checks-*.jar "$lib"/
            touch -r "$started" "$lib/built"
            rm -f -- "$started"
        fi
    fi
    exec "$jdk/bin/java" --enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=deny -cp "$lib/*" "$@"
}
