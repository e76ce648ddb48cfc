/** The key that signs what the fake Discord posts to an application. Each fake has a new one. */
import { createPrivateKey, createPublicKey, generateKeyPairSync, sign } from "node:crypto"

export class SigningKey {
  /** As shown in the developer portal: 64 hex digits. */
  readonly publicKey: string
  private readonly pem: string

  constructor() {
    const { privateKey, publicKey } = generateKeyPairSync("ed25519")
    this.pem = privateKey.export({ type: "pkcs8", format: "pem" }).toString()
    const der = createPublicKey(publicKey.export({ type: "spki", format: "pem" })).export({
      type: "spki",
      format: "der",
    })
    this.publicKey = der.subarray(-32).toString("hex")
  }

  /** The headers of a signed body; `at` in milliseconds. */
  headers(body: string, at = Date.now()): Record<string, string> {
    const timestamp = String(Math.floor(at / 1000))
    const signature = sign(null, Buffer.from(timestamp + body), createPrivateKey(this.pem)).toString("hex")
    return {
      "content-type": "application/json",
      "user-agent": "Discord-Interactions/1.0 (+https://discord.com)",
      "x-signature-ed25519": signature,
      "x-signature-timestamp": timestamp,
    }
  }
}
