/**
 * A device without memory, on which programs are rehearsed: {@link io.xianka.tensor.meta.MetaExecutor} plans what others compute and
 * tells a listener. Here is no judgement of the plans: {@link io.xianka.tensor.Rehearsal} adds them up.
 */
package io.xianka.tensor.meta;
