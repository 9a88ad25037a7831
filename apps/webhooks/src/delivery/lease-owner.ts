import { newId } from '@centavo/runtime';
import { Injectable } from '@nestjs/common';

/** Who this instance is in the leases of deliveries. New with every start: what an earlier life left behind is not ours. */
@Injectable()
export class LeaseOwner {
  readonly id = newId();
}
