/** The front door: what the platform calls. */
import { app } from "./http/app.ts"

export { ChannelBuffer } from "./channel/channel-buffer.ts"

export default { fetch: app.fetch }
