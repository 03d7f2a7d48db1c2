"use client";

import { KeyRound, LogOut, ShieldOff, UserCheck, UserMinus, UserPen, UserX } from "lucide-react";
import { historyItem } from "@/components/audit/history-link";
import { DialogForm } from "@/components/form/dialog-form";
import { useCall } from "@/components/form/use-call";
import { RowMenu, type RowItem } from "@/components/listing/row-menu";
import { isolated } from "@/components/ui/sentence";
import { toast } from "@/components/ui/toast";
import type { MemberRow } from "@/lib/directory/member/list";
import type { Answer } from "@/lib/inputs/answer";
import { changeMemberSchema } from "@/lib/inputs/member";
import type { allowed, MemberActions } from "./member-actions";
import { MemberQuestions, type MemberQuestion } from "./member-questions";
import { PlaceFields } from "./place-fields";
import { ResetDialog } from "./reset-dialog";

interface MemberMenuProps {
  row: MemberRow;
  serviceId: string;
  /** Name of the service. */
  service: string;
  may: ReturnType<typeof allowed>;
  isSelf: boolean;
  actions: MemberActions;
}

/** What can be done to a member, each behind a question. */
export function MemberMenu({ row, serviceId, service, may, isSelf, actions }: MemberMenuProps) {
  const { pending, run } = useCall();
  const { id, name } = row;
  const go = (call: () => Promise<Answer<unknown>>, done: string, next?: () => void) =>
    run(call, done, next && { done: next });
  const enable = () =>
    go(() => actions.disable({ id, disabled: false }), `Enabled ${isolated(name)}`);
  return (
    <RowMenu<MemberQuestion>
      label={`Actions for ${name}`}
      pending={pending}
      items={[
        may.change && { icon: UserPen, label: "Change role …", ask: "change" },
        ...(may.account ? accountItems(row, enable) : []),
        may.change && historyItem(id),
        may.remove && {
          icon: UserMinus,
          label: isSelf ? "Leave the service …" : "Remove from the service …",
          danger: true,
          apart: may.change || may.account,
          ask: "remove",
        },
      ]}
      ask={(asking, close) => (
        <>
          {row.role !== null && (
            <DialogForm
              open={asking === "change"}
              onOpenChange={close}
              title={`Role of ${isolated(name)}`}
              description={`In ${isolated(service)}. The new role applies from their next click.`}
              schema={changeMemberSchema}
              initial={{
                serviceId,
                memberId: id,
                role: row.role,
                maySend: row.maySend,
                mayApprove: row.mayApprove,
              }}
              action={actions.change}
              revision={row.revision ?? undefined}
              onDone={() => void toast.success(`Changed the role of ${isolated(name)}`)}
              submit="Save"
            >
              <PlaceFields />
            </DialogForm>
          )}
          <ResetDialog
            open={asking === "reset"}
            onOpenChange={close}
            row={row}
            reset={actions.reset}
          />
          <MemberQuestions
            row={row}
            serviceId={serviceId}
            service={service}
            isSelf={isSelf}
            actions={actions}
            asking={asking}
            onClose={close}
            go={(call, done, next) => {
              close();
              go(call, done, next);
            }}
          />
        </>
      )}
    />
  );
}

/** Returns what an owner of the installation can do to an account. */
function accountItems(
  { disabled, secondFactor }: MemberRow,
  onEnable: () => void,
): (RowItem<MemberQuestion> | false)[] {
  return [
    !disabled && { icon: KeyRound, label: "Reset password …", ask: "reset" },
    !disabled && { icon: LogOut, label: "Sign out everywhere …", ask: "signOut" },
    secondFactor === true && {
      icon: ShieldOff,
      label: "Reset two-step sign-in …",
      ask: "factor",
    },
    disabled
      ? { icon: UserCheck, label: "Enable account", onSelect: onEnable }
      : { icon: UserX, label: "Disable account …", danger: true, ask: "disable" },
  ];
}
