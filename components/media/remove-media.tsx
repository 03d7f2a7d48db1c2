"use client";

import { TriangleAlert } from "lucide-react";
import { useCall } from "@/components/form/use-call";
import { useFound } from "@/components/form/use-found";
import { Question } from "@/components/ui/overlay/question";
import { Verbatim } from "@/components/ui/verbatim";
import type { ListedMedia } from "@/lib/directory/media/list";
import type { FindMediaUsers, MediaChanges } from "./media-context";
import { isUsed, UsersList } from "./users-list";

interface RemoveMediaProps {
  media: ListedMedia;
  remove: MediaChanges["remove"];
  findUsers: FindMediaUsers;
  onClose: () => void;
  onRemoved: () => void;
}

/** Asks before a picture is removed, and says what breaks. */
export function RemoveMedia({
  media: { id, name },
  remove,
  findUsers,
  onClose,
  onRemoved,
}: RemoveMediaProps) {
  const users = useFound(id, () => findUsers({ id }));
  const { pending, run } = useCall();
  const used = typeof users === "object" && isUsed(users);
  return (
    <Question
      onClose={onClose}
      title={
        <>
          Remove <Verbatim>{name}</Verbatim>?
        </>
      }
      description="Its address stops working. Devices that have not loaded it yet show messages without it, those already sent too."
      go={used ? "Remove it anyway" : "Remove the image"}
      pending={pending}
      disabled={users === undefined}
      onGo={() => run(() => remove({ id }), "Removed", { done: onRemoved })}
    >
      {used && (
        <p role="alert" className="mb-2 flex gap-1.5 text-sm font-medium">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-amber-solid" />
          These will show no image, and neither will campaigns that go by these templates:
        </p>
      )}
      <UsersList users={users} />
    </Question>
  );
}
