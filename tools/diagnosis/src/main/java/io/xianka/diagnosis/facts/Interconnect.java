package io.xianka.diagnosis.facts;

import java.util.List;

/**
 * What several GPUs and machines talk through.
 *
 * @param networkInterfaces that are up, without their addresses: {@code eth0}, {@code docker0}
 * @param infinibandDevices {@code mlx5_0}
 * @param iommuEnabled whether an IOMMU translates, which slows peers or stops them
 * @param accessControlRedirect PCI bridges whose access control sends traffic between peers through the host
 */
public record Interconnect(
        Fact<List<String>> networkInterfaces,
        Fact<List<String>> infinibandDevices,
        Fact<Boolean> iommuEnabled,
        Fact<List<String>> accessControlRedirect) {}
