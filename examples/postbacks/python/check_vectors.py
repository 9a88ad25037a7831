"""Says of every test vector whether it is accepted: python3 check_vectors.py ../vectors.json"""

import json
import sys

from verify_postback import InvalidPostback, verify_postback


def accepts(vector, now):
    try:
        verify_postback(vector["headers"], vector["body"].encode(), vector["secrets"], now)
        return True
    except (InvalidPostback, ValueError):
        return False


with open(sys.argv[1], encoding="utf-8") as file:
    document = json.load(file)

failed = False
for vector in document["vectors"]:
    accepted = accepts(vector, document["now"])
    failed |= accepted != vector["accepted"]
    print("accepted" if accepted else "refused", vector["name"], sep="\t")
sys.exit(failed)
