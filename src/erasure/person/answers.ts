/** A person's erasure in what waits to be answered. */
import type { Page } from "../plan.ts"
import { DONE, type Erasing } from "../tools.ts"

/** What they asked is answered no more, but for what is being answered at this moment: it lets go of them when it is. */
export async function dropAnswers({ job, responder }: Erasing): Promise<Page> {
  await responder().erasePerson(job.target)
  return DONE
}
