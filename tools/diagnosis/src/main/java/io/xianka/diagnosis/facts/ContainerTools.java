package io.xianka.diagnosis.facts;

import java.util.List;
import java.util.Optional;

/**
 * What lets containers of this machine have GPUs.
 *
 * @param toolkitVersion of the NVIDIA Container Toolkit; empty when it is not installed
 * @param dockerInstalled whether Docker's client is there
 * @param dockerFromSnap whether Docker is the snap, which cannot see the toolkit
 * @param dockerRuntimes named in Docker's daemon.json
 * @param podmanInstalled whether Podman is there
 * @param cdiSpecifications files that name devices for CDI
 * @param deviceLinks whether {@code /dev/char} links to NVIDIA's nodes, without which a reload of systemd takes GPUs from
 *     running containers
 */
public record ContainerTools(
        Fact<Optional<String>> toolkitVersion,
        Fact<Boolean> dockerInstalled,
        Fact<Boolean> dockerFromSnap,
        Fact<List<String>> dockerRuntimes,
        Fact<Boolean> podmanInstalled,
        Fact<List<String>> cdiSpecifications,
        Fact<Boolean> deviceLinks) {}
