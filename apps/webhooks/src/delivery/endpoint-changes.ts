import { Injectable } from '@nestjs/common';

/** Where whoever has changed an endpoint says so to whoever sends to it: the one must not know the other, which depends on it. */
@Injectable()
export class EndpointChanges {
  #listener: ((endpointId: string) => void) | undefined;

  listen(listener: (endpointId: string) => void): void {
    this.#listener = listener;
  }

  /** To be called once the change is committed. */
  announce(endpointId: string): void {
    this.#listener?.(endpointId);
  }
}
