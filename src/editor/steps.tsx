import { StepList } from '../admin/parts/steps.tsx';
import { hostStep, liveStep, sendStep, type StepFacts } from './step-list.ts';

/**
 * Shows the way of what was saved, step by step. The steps keep their places.
 *
 * @param props See StepFacts.
 */
export function Steps( props: StepFacts ) {
	const steps = [ sendStep( props ), hostStep( props ), liveStep( props ) ];
	return <StepList steps={ steps.filter( ( step ) => step !== null ) } />;
}
