import { testGroupSchema } from "@/lib/inputs/test-message";
import { verb } from "@/lib/verb/verb";
import { serviceOfAppid } from "../app/service-of";
import { storeWhole } from "./store";
import { testRecipients } from "./test-recipients";

/**
 * Stores a choice as a test group: its present recipients with their values. Returns its id.
 * Rejects a choice that cannot be used, and the name of another list.
 */
export const saveTestGroup = verb({
  action: "testGroup.save",
  input: testGroupSchema,
  service: serviceOfAppid,
  run: async ({ tx, actor, serviceId }, { appid, name, choice }) => {
    const recipients = await testRecipients(tx, appid, choice);
    return storeWhole(tx, actor, serviceId, { name, test: true, recipients });
  },
});
