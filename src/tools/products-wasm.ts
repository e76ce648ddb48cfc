/**
 * Assembles `src/vectors/products.wasm`: `node src/tools/products-wasm.ts`. One function, too small to need a
 * toolchain.
 */
import { writeFileSync } from "node:fs"
import { resolve } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"

export const PRODUCTS_WASM = resolve(fileURLToPath(import.meta.url), "../../vectors/products.wasm")

const I32 = 0x7f
const V128 = 0x7b
const VOID = 0x40
// Indexes of parameters and locals.
const BLOCK = 0
const ASKED = 1
const OUT = 2
const ROWS = 3
const WIDTH = 4
const I = 5
const SUM = 6
const A = 7
const B = 8

const get = (local: number) => [0x20, local]
const set = (local: number) => [0x21, local]
const tee = (local: number) => [0x22, local]
const i32 = (value: number) => [0x41, value]
const add = [0x6a]
const subtract = [0x6b]
const below = [0x49]
const isZero = [0x45]
const loop = [0x03, VOID]
const block = [0x02, VOID]
const end = [0x0b]
const againIf = [0x0d, 0]
const leaveIf = [0x0d, 0]
/** Vector instructions have a prefix, and numbers are LEB128. */
const load16 = [0xfd, 0x00, 0, 0]
const zeros = [0xfd, 0x0c, ...new Array<number>(16).fill(0)]
const lowHalf = [0xfd, 0x87, 0x01] // i16x8.extend_low_i8x16_s
const highHalf = [0xfd, 0x88, 0x01] // i16x8.extend_high_i8x16_s
const dot = [0xfd, 0xba, 0x01] // i32x4.dot_i16x8_s
const addLanes = [0xfd, 0xae, 0x01] // i32x4.add
const lane = (n: number) => [0xfd, 0x1b, n]
const store = [0x36, 2, 0]

/** Sixteen numbers per step, in two halves of eight that are multiplied and added by pairs. */
// biome-ignore format: a line is a thought, as in any assembly listing
const step = [
  ...get(ASKED), ...get(I), ...add, ...load16, ...set(A),
  ...get(BLOCK), ...get(I), ...add, ...load16, ...set(B),
  ...get(SUM),
  ...get(A), ...lowHalf, ...get(B), ...lowHalf, ...dot, ...addLanes,
  ...get(A), ...highHalf, ...get(B), ...highHalf, ...dot, ...addLanes,
  ...set(SUM),
]
const total = [0, 1, 2, 3].flatMap((n) => [...get(SUM), ...lane(n), ...(n === 0 ? [] : add)])

/**
 * products(block, asked, out, rows, width): the dot product of each row with the query (`asked`); width is a
 * multiple of 16.
 */
// biome-ignore format: a line is a thought, as in any assembly listing
const body = [
  ...block,
  ...get(ROWS), ...isZero, ...leaveIf,
  ...loop,
  ...i32(0), ...set(I), ...zeros, ...set(SUM),
  ...loop, ...step, ...get(I), ...i32(16), ...add, ...tee(I), ...get(WIDTH), ...below, ...againIf, ...end,
  ...get(OUT), ...total, ...store,
  ...get(BLOCK), ...get(WIDTH), ...add, ...set(BLOCK),
  ...get(OUT), ...i32(4), ...add, ...set(OUT),
  ...get(ROWS), ...i32(1), ...subtract, ...tee(ROWS), ...againIf,
  ...end,
  ...end,
  ...end,
]

/** Returns the module's bytes. */
export function assembleWasm(): Uint8Array<ArrayBuffer> {
  const locals = [2, 1, I32, 3, V128]
  const code = [...locals, ...body]
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, [1, 0x60, 5, I32, I32, I32, I32, I32, 0]),
    ...section(3, [1, 0]),
    ...section(5, [1, 0, 1]),
    ...section(7, [2, ...name("memory"), 2, 0, ...name("products"), 0, 0]),
    ...section(10, [1, ...unsigned(code.length), ...code]),
  ])
}

function section(id: number, bytes: number[]): number[] {
  return [id, ...unsigned(bytes.length), ...bytes]
}

function name(text: string): number[] {
  return [text.length, ...new TextEncoder().encode(text)]
}

/** LEB128. */
function unsigned(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >>> 7)]
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href)
  writeFileSync(PRODUCTS_WASM, assembleWasm())
