/** What a bundled WebAssembly file is to the compiler: a module, not yet an instance. */
declare module "*.wasm" {
  const module: WebAssembly.Module
  export default module
}
