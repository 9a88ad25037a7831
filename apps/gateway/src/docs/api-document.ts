import type { OpenAPIObject } from '@nestjs/swagger';

/** The OpenAPI document of the running gateway. It is made when it is first asked for: not all routes are known before. */
export class ApiDocument {
  #document: OpenAPIObject | undefined;

  constructor(private readonly make: () => OpenAPIObject) {}

  get(): OpenAPIObject {
    return (this.#document ??= this.make());
  }
}
