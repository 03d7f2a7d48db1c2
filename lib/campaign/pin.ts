import { appOfAppid } from "@/lib/directory/app/find";
import { findVersion } from "@/lib/directory/template/version";
import { parseJson, writeJson } from "@/lib/interface/exact-json";
import type { PushRequestInput } from "@/lib/interface/request";
import { parseTemplateRef } from "@/lib/template/resolve";
import type { Order } from "./plan";

/**
 * The order with the version of its template pinned that is published now: what was looked at when it was confirmed is what goes out, whatever is published until
 * then. As it is where it names no template, pins one already, or goes out from several apps, which have templates and versions of their own.
 */
export async function pinned(order: Order): Promise<Order> {
  if (order.moreAppids.length > 0 || !order.body.includes('"template"')) return order;
  const request = parseJson(order.body) as PushRequestInput;
  const named: unknown = request.message?.template;
  if (typeof named !== "string" || parseTemplateRef(named).version !== undefined) return order;
  const app = await appOfAppid(request.appid);
  const found = app && (await findVersion(app.id, { templateId: named }));
  if (!found) return order;
  return { ...order, body: writeJson({ ...request, message: { ...request.message, template: `${named}@${found.version}` } }) };
}
