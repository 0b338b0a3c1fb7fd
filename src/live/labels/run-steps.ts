import type { RunStep } from '../../shared/wire.ts';
import type { Step } from '../../ui/steps.tsx';
import { fillText } from './timed-text.ts';

/** Fills in the times. A time that passes is empty in its first second. */
export function filledSteps(
	steps: readonly RunStep[],
	nowMs: number,
	timeZone: string
): Step[] {
	return steps.map( ( { when, ...step } ) => ( {
		...step,
		when:
			when.since !== undefined && nowMs - Date.parse( when.since ) < 1_000
				? ''
				: fillText( when, nowMs, timeZone ),
	} ) );
}
