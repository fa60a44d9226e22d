/*
 * Vector instructions for the network's loops, where the machine has them. The module that uses them is a section of the
 * main module and works in its memory; without it the main module is complete, only slower (src/network_loops.c).
 */
interface MainModule {
  memory: WebAssembly.Memory;
  __indirect_function_table: WebAssembly.Table;
  use_simd(update: number, weigh: number): void;
}

/** To be called once for each instance, before it evaluates anything. */
export function useSimd(module: WebAssembly.Module, instance: WebAssembly.Instance): void {
  const [section] = WebAssembly.Module.customSections(module, "simd");
  if (section === undefined || !WebAssembly.validate(section))
    return;
  const { memory, __indirect_function_table: table, use_simd: use } = instance.exports as unknown as MainModule;
  const { simd_update: update, simd_weigh: weigh } = new WebAssembly.Instance(new WebAssembly.Module(section), { env: { memory } }).exports;
  const at = table.grow(2);
  table.set(at, update);
  table.set(at + 1, weigh);
  use(at, at + 1);
}
