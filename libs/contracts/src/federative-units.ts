/** The 26 states and the Federal District of Brazil. */
export const FEDERATIVE_UNITS: readonly string[] =
  'AC AL AM AP BA CE DF ES GO MA MG MS MT PA PB PE PI PR RJ RN RO RR RS SC SE SP TO'.split(' ');
