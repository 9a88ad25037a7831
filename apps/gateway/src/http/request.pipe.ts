import { DomainError, isUuid } from '@centavo/contracts';
import { Injectable, type ArgumentMetadata, type PipeTransform } from '@nestjs/common';
import { validateBody, validateQuery } from './validation/validate.js';
import type { DtoClass } from './validation/shape.js';

/** Checks what a controller takes from the request: bodies and queries by the class of the parameter, ids in the path as UUIDs. */
@Injectable()
export class RequestPipe implements PipeTransform {
  transform(value: unknown, { type, metatype }: ArgumentMetadata): unknown {
    switch (type) {
      case 'body':
        return validateBody(metatype as DtoClass, value);
      case 'query':
        return validateQuery(metatype as DtoClass, value);
      case 'param':
        if (!isUuid(value)) throw new DomainError('invalid_uuid');
        return (value as string).toLowerCase();
      case 'custom':
        return value;
    }
  }
}
