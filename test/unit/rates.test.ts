import { expect, test } from "vitest"
import { networkOf } from "../../src/runtime/rates.ts"

test.each([
  ["198.51.100.7", "198.51.100.7"],
  ["2001:db8:0:1::7", "2001:db8:0:1"],
  ["2001:DB8:0000:0001:0:0:0:7", "2001:db8:0:1"],
  ["2001:db8::7", "2001:db8:0:0"],
  ["::1", "0:0:0:0"],
  ["2001:db8:1:2:3:4:5::", "2001:db8:1:2"],
  ["::ffff:198.51.100.7", "::ffff:198.51.100.7"],
])("the address %s counts as %s, however it is written", (address, network) => {
  expect(networkOf(address)).toBe(network)
})
