/** Checks the argument `--guild` before a file is read or a request sent. */
import { isSnowflake } from "../domain/ids.ts"
import { UsageError } from "./program.ts"

/** Throws a UsageError if the argument is given and is no id, such as a server's name. */
export function checkGuildArgument(guild: string | undefined): void {
  if (guild === undefined || isSnowflake(guild)) return
  throw new UsageError(
    `--guild ${guild} is not the id of a server. It takes a number such as 81384788765712384: in Discord, switch on Developer Mode, then right-click the server and choose Copy Server ID.`,
    { isBrief: true },
  )
}
