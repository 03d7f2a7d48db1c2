import type { PushBlocksInput, PushRequestInput } from "@/lib/interface/request";
import { assemble } from "./assemble";

/** The form of a template: a request that names it, whose blocks are the template's. */
export function templateForm(
  { appid, templateId }: { appid: string; templateId: string },
  blocks: PushBlocksInput,
): PushRequestInput {
  return {
    deliverychannel: "push",
    appid,
    destination: [{ userid: [] }],
    message: { template: templateId },
    channels: { push: blocks },
  };
}

/** The blocks that such a form makes: members that say nothing are left out. */
export function blocksOfForm(request: PushRequestInput): PushBlocksInput {
  return assemble(request).channels?.push ?? {};
}
