/** Where commands are offered: in servers alone, to whoever installs Keepsake there. */
import { ApplicationIntegrationType, InteractionContextType } from "discord-api-types/v10"

export const IN_SERVERS = {
  contexts: [InteractionContextType.Guild],
  integration_types: [ApplicationIntegrationType.GuildInstall],
}
