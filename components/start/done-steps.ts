import { healthOf } from "@/components/apps/health";
import type { OwnAppSteps } from "@/lib/results/own-app";

/**
 * Which of the seven steps to an app of one's own are done: service, app, credential, device,
 * message, receipt, update. What an earlier step is open for cannot be done yet, even if an older
 * app of the service has it.
 */
export function doneSteps({ service, app }: OwnAppSteps): boolean[] {
  const each = [
    !service.sandbox,
    app !== undefined,
    app?.credentials.some((one) => healthOf(one) === "ok") ?? false,
    app?.device !== undefined,
    app?.sent !== undefined,
    app?.confirmed !== undefined,
    app?.hasAcceptedUpdate ?? false,
  ];
  const open = each.indexOf(false);
  return each.map((done, n) => done && (open === -1 || n < open));
}
