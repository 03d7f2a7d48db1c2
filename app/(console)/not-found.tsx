import { NothingFound } from "@/components/shell/nothing-found";

export default function NotFound() {
  return (
    <NothingFound title="There is nothing at this address" list={{ href: "/", name: "Go home" }}>
      It may have been mistyped, or what was here belongs to another service.
    </NothingFound>
  );
}
