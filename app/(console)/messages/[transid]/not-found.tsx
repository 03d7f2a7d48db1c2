import { NothingFound } from "@/components/shell/nothing-found";
import { paths } from "@/lib/inputs/paths";

export default function MessageNotFound() {
  return (
    <NothingFound
      title="There is no such message"
      list={{ href: paths.messages(), name: "All messages" }}
    >
      Check the transid: it is 36 characters long and was in the reply to the request. An older
      message may have been removed by now; Settings, Services shows how long it is.
    </NothingFound>
  );
}
