"use client";

import { Bell, BellOff, Power, PowerOff, Trash2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { useCall } from "@/components/form/use-call";
import { RowMenu } from "@/components/listing/row-menu";
import { useSameService } from "@/components/shell/same-service";
import { Question } from "@/components/ui/overlay/question";
import { toast } from "@/components/ui/toast";
import type { OpenDevice } from "@/lib/directory/device/open";
import type { restoreDevice } from "@/lib/directory/device/restore-device";
import type { retireDevice } from "@/lib/directory/device/retire-device";
import { paths } from "@/lib/inputs/paths";
import type { DeviceState } from "@/lib/inputs/registered-devices";
import type { ActionOf } from "@/lib/verb/answer";
import {
  deviceName,
  suppressionChoices,
  type DeviceQuestion,
  type SuppressionActions,
} from "./suppression-choices";

interface DeviceMenuProps {
  device: OpenDevice;
  may: { retire: boolean; restore: boolean; suppress: boolean };
  actions: {
    retire: ActionOf<typeof retireDevice>;
    restore: ActionOf<typeof restoreDevice>;
  } & SuppressionActions;
}

/** What can be done to a device, each behind a question; nothing for who may do nothing. */
export function DeviceMenu({ device, may, actions }: DeviceMenuProps) {
  const router = useRouter();
  const sameService = useSameService();
  const { pending, run } = useCall();
  const { id, state, userids } = device;
  const name = deviceName(device);
  if (!may.retire && !may.restore && !may.suppress) return null;
  const go = ({ call, done, gone }: DeviceQuestion) =>
    run(call, () => {
      toast.success(done);
      if (gone) router.push(sameService(paths.registeredDevices()));
      else router.refresh();
    });
  return (
    <RowMenu<DeviceQuestion>
      label="Actions for this device"
      pending={pending}
      items={[
        ...(may.suppress ? suppressionChoices(device, actions) : []).map((choice) => ({
          icon: choice.harmless ? Bell : BellOff,
          label: choice.label,
          ask: choice,
        })),
        may.restore &&
          state !== "active" && {
            icon: Power,
            label: "Restore …",
            apart: may.suppress,
            ask: {
              title: `Restore ${name}?`,
              text: returning[state],
              button: "Restore",
              harmless: true,
              call: () => actions.restore({ id }),
              done: "The device is in use again",
            },
          },
        may.retire &&
          state !== "removed" && {
            icon: PowerOff,
            label: "Retire …",
            apart: may.suppress && (!may.restore || state === "active"),
            ask: {
              title: `Retire ${name}?`,
              text: `Nothing is sent to it${usedBy(userids)} until its app registers it again or you restore it. Its history is kept.`,
              button: "Retire device",
              call: () => actions.retire({ id, forget: false }),
              done: "Retired the device",
            },
          },
        may.retire && {
          icon: Trash2,
          label: "Forget …",
          danger: true,
          apart: may.suppress && !may.restore && state === "removed",
          ask: {
            title: `Forget ${name}?`,
            text: `It is deleted${usedBy(userids)}. Messages keep its deliveries. Its app may register it again.`,
            button: "Forget device",
            call: () => actions.retire({ id, forget: true }),
            done: "Forgot the device",
            gone: true,
          },
        },
      ]}
      ask={(asking, close) =>
        asking && (
          <Question
            onClose={close}
            size="sm"
            title={asking.title}
            description={asking.text}
            keep="Cancel"
            go={asking.button}
            harmless={asking.harmless === true}
            onGo={() => {
              close();
              go(asking);
            }}
          />
        )
      }
    />
  );
}

const returning: Record<Exclude<DeviceState, "active">, string> = {
  invalid:
    "Messages are sent to it again. If its provider still rejects the token, the next message deactivates it again.",
  removed:
    "Messages are sent to it again. If its app removed it, the user may have signed out: make sure that they want to be reached.",
};

/** Who loses a device, in commas; nothing for a device without a user. */
function usedBy(userids: readonly string[]): string {
  const [first] = userids;
  if (first === undefined) return "";
  return userids.length === 1
    ? `, the device of ${first},`
    : `, the device of ${userids.length} users,`;
}
