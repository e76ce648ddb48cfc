/** Inner products by WebAssembly's vector instructions, one memory for all objects of an isolate. The code is assembled by tools/products-wasm.ts. */
import compiled from "./products.wasm"
import type { Products } from "./shelf.ts"

/** Where things lie in the memory: what is asked, the products, and from then on the block. */
const OUT_AT = 16_384
const BLOCK_AT = OUT_AT + 16_384
const PAGE = 65_536

interface Exports {
  memory: WebAssembly.Memory
  products(block: number, asked: number, out: number, rows: number, width: number): void
}

let instance: Exports | null = null

/**
 * The products of a block's first rows with what is asked. A block is copied in for each search: that costs a tenth of what
 * it saves, and a memory for each object would reserve more addresses than an isolate of many guilds has.
 */
export const simdProducts: Products = (block, asked, count) => {
  // The exports are those of the tool named above.
  instance ??= new WebAssembly.Instance(compiled).exports as unknown as Exports
  const { memory, products } = instance
  const size = count * asked.length
  const missing = BLOCK_AT + size - memory.buffer.byteLength
  if (missing > 0) memory.grow(Math.ceil(missing / PAGE))
  const bytes = new Int8Array(memory.buffer)
  bytes.set(asked, 0)
  bytes.set(block.subarray(0, size), BLOCK_AT)
  products(BLOCK_AT, 0, OUT_AT, count, asked.length)
  return new Int32Array(memory.buffer, OUT_AT, count)
}
