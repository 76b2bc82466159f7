package io.xianka.diagnosis.facts;

import java.util.Optional;

/**
 * NVIDIA's background programs.
 *
 * @param persistenceDaemon nvidia-persistenced
 * @param fabricManager nvidia-fabricmanager, which NVSwitch machines need
 * @param imex nvidia-imex, which joins NVLink across machines
 * @param mps nvidia-cuda-mps-control, which lets processes share a GPU
 * @param dcgm nv-hostengine
 */
public record Services(Service persistenceDaemon, Service fabricManager, Service imex, Service mps, Service dcgm) {

    /**
     * One of them.
     *
     * @param installed whether its program is there
     * @param running whether its process is there
     * @param version of its program; empty when it is not installed
     */
    public record Service(Fact<Boolean> installed, Fact<Boolean> running, Fact<Optional<String>> version) {}
}
