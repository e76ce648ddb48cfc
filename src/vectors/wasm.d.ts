/** The type of a bundled WebAssembly file: a module, not yet an instance. */
declare module "*.wasm" {
  const module: WebAssembly.Module
  export default module
}
