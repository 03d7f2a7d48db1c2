"use client";

import { BellOff, Ellipsis, PowerOff, Trash2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState, useTransition } from "react";
import { useSameService } from "@/components/shell/same-service";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { DropdownMenu, MenuItem, MenuSeparator } from "@/components/ui/dropdown-menu";
import { useFocusBack } from "@/components/ui/focus-back";
import { IconButton } from "@/components/ui/icon-button";
import { toast } from "@/components/ui/toast";
import type { OpenDevice } from "@/lib/directory/device/open";
import { sentenceOf, type Answer } from "@/lib/inputs/answer";
import type { SuppressInput } from "@/lib/inputs/suppression";

interface DeviceMenuProps {
  device: OpenDevice;
  may: { retire: boolean; suppress: boolean };
  actions: {
    retire: (input: { id: string; forget: boolean }) => Promise<Answer<unknown>>;
    suppressToken: (input: { id: string }) => Promise<Answer<unknown>>;
    suppressUser: (input: SuppressInput) => Promise<Answer<unknown>>;
  };
}

interface Question {
  title: string;
  text: string;
  button: string;
  call: () => Promise<Answer<unknown>>;
  done: string;
  gone?: boolean;
}

/** What can be done to a device, each behind a question; nothing for who may do nothing. */
export function DeviceMenu({ device, may, actions }: DeviceMenuProps) {
  const router = useRouter();
  const sameService = useSameService();
  const [asking, setAsking] = useState<Question>();
  const [open, setOpen] = useState(false);
  const [pending, start] = useTransition();
  const opener = useFocusBack(pending);
  const { id, serviceId, state, userids, suppressed } = device;
  if (!may.retire && !may.suppress) return null;
  const ask = (question: Question) => {
    setAsking(question);
    setOpen(true);
  };
  const run = ({ call, done, gone }: Question) =>
    start(async () => {
      setOpen(false);
      try {
        const answer = await call();
        if (!answer.ok) return void toast.error(sentenceOf(answer));
        toast.success(done);
        if (gone) router.push(sameService("/devices/registered"));
        else router.refresh();
      } catch {
        toast.error("No answer from the server. Try again.");
      }
    });
  return (
    <>
      <DropdownMenu
        align="end"
        trigger={<IconButton ref={opener} icon={Ellipsis} label="Actions for this device" size="sm" disabled={pending} />}
      >
        {may.suppress && !suppressed.includes("") && (
          <MenuItem
            icon={<BellOff aria-hidden />}
            onSelect={() =>
              ask({
                title: "Suppress this token?",
                text: "The device gets no messages from this service, whoever sends to it, until you remove it from the suppression list.",
                button: "Suppress token",
                call: () => actions.suppressToken({ id }),
                done: "Suppressed the token",
              })
            }
          >
            Suppress token …
          </MenuItem>
        )}
        {may.suppress &&
          userids
            .filter((userid) => !suppressed.includes(userid))
            .map((userid) => (
              <MenuItem
                key={userid}
                icon={<BellOff aria-hidden />}
                onSelect={() =>
                  ask({
                    title: `Suppress ${userid}?`,
                    text: "None of their devices gets messages from this service until you remove them from the suppression list.",
                    button: "Suppress user",
                    call: () => actions.suppressUser({ serviceId, kind: "userid", ids: [userid] }),
                    done: `Suppressed ${userid}`,
                  })
                }
              >
                Suppress {userid} …
              </MenuItem>
            ))}
        {may.retire && (
          <>
            {may.suppress && <MenuSeparator />}
            {state !== "removed" && (
              <MenuItem
                icon={<PowerOff aria-hidden />}
                onSelect={() =>
                  ask({
                    title: "Retire this device?",
                    text: "Nothing is sent to it until its app registers it again. Its history stays.",
                    button: "Retire device",
                    call: () => actions.retire({ id, forget: false }),
                    done: "Retired the device",
                  })
                }
              >
                Retire …
              </MenuItem>
            )}
            <MenuItem
              danger
              icon={<Trash2 aria-hidden />}
              onSelect={() =>
                ask({
                  title: "Forget this device?",
                  text: "It is deleted, with who uses it. Messages keep what was delivered to it. Its app may register it again.",
                  button: "Forget device",
                  call: () => actions.retire({ id, forget: true }),
                  done: "Forgot the device",
                  gone: true,
                })
              }
            >
              Forget …
            </MenuItem>
          </>
        )}
      </DropdownMenu>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        size="sm"
        title={asking?.title}
        description={asking?.text}
        footer={
          asking && (
            <>
              <Button onClick={() => setOpen(false)}>Cancel</Button>
              <Button variant="danger" onClick={() => run(asking)}>
                {asking.button}
              </Button>
            </>
          )
        }
      />
    </>
  );
}
