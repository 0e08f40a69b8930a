/** The parts of a request in the order in which they are drawn and added up. */
export const ADDENDS = ['network_envelope', 'gateway', 'app_queue', 'gpu_queue', 'generation',
  'provider_request', 'response_write', 'unattributed'];

/** Everything that has a colour of its own. */
const COLOURED = [...ADDENDS, 'prefill', 'decode', 'client_total', 'client_setup', 'server_root'];

/** The class that gives an element its part's colour. */
export function phaseClass(phase) {
  return phase ? `phase-${phase}` : 'phase-none';
}

/** The colour as the style sheet has it now: charts draw with it. */
export function phaseColour(phase) {
  const name = COLOURED.includes(phase) ? phase : 'none';
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name.replaceAll('_', '-')}`).trim();
}
