/** Roles of a guild. */
import { z } from "zod"
import { roleGone, roleSet } from "../../../access/structure.ts"
import { RoleShape } from "../../../access/structure-shapes.ts"
import { Snowflake } from "../../../domain/ids.ts"
import { databaseOf, ofGuild, structural } from "./telling.ts"

const Told = z.object({ guild_id: Snowflake, role: RoleShape })
const Gone = z.object({ guild_id: Snowflake, role_id: Snowflake })

/** GUILD_ROLE_CREATE, GUILD_ROLE_UPDATE. */
export const roleTold = structural(ofGuild, Told, (telling, { guild_id, role }) =>
  roleSet(databaseOf(telling, guild_id), guild_id, role),
)

export const roleDeleted = structural(ofGuild, Gone, (telling, { guild_id, role_id }) =>
  roleGone(databaseOf(telling, guild_id), guild_id, role_id),
)
