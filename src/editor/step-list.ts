import { __, sprintf } from '../panel/i18n.ts';
import type {
	StateSymbol as SymbolName,
	EnvironmentStatus,
} from '../shared/wire.ts';
import type { Step } from '../panel/components/steps.tsx';
import { buildMs } from '../panel/labels/build-time.ts';
import { clockTime, duration, timeLeft } from '../panel/labels/time.ts';
import type { Progress, Stage } from './progress.ts';

/** What the steps are made of. */
export interface StepFacts {
	environment: EnvironmentStatus;
	progress: Progress;
	/** Milliseconds until it is sent, while it counts down. */
	leftMs: number;
	/** Whether it is to go from the site, other than to come. */
	removes: boolean;
	nowMs: number;
	timeZone: string;
}

/** After these the host has taken it. */
const ACCEPTED_STAGES: readonly Stage[] = [
	'accepted',
	'done',
	'building',
	'live',
	'gone',
	'buildFailed',
];

/** Tells whether the host said no, other than a host that was never reached. */
function isRefused( { stage, run }: Progress ): boolean {
	return stage === 'failed' && ( run?.httpStatus ?? 0 ) > 0;
}

function sendSymbol( stage: Stage ): SymbolName | null {
	if ( ACCEPTED_STAGES.includes( stage ) ) {
		return 'good';
	}
	const symbols: Partial< Record< Stage, SymbolName > > = {
		countdown: 'scheduled',
		sending: 'busy',
		failed: 'bad',
		canceled: 'canceled',
	};
	return symbols[ stage ] ?? null;
}

/** Says when it is sent, or what came of it. */
function sentWhen( facts: StepFacts ): string {
	const { progress, leftMs, nowMs, timeZone } = facts;
	const { stage, run } = progress;
	if ( stage === 'countdown' ) {
		return sprintf(
			/* translators: %s: time that is left, for example “8 s”. */
			__( 'in %s', 'headless-deploy' ),
			timeLeft( leftMs )
		);
	}
	if ( stage === 'failed' ) {
		return __( 'failed', 'headless-deploy' );
	}
	return ACCEPTED_STAGES.includes( stage ) && run !== null
		? clockTime( run.createdAt, nowMs, timeZone )
		: '';
}

/** Describes the sending. */
function sendStep( facts: StepFacts ): Step {
	const { environment, progress } = facts;
	const { stage } = progress;
	const sentence = ACCEPTED_STAGES.includes( stage )
		? /* translators: %s: name of an environment. */
			__( 'Sent to %s', 'headless-deploy' )
		: /* translators: %s: name of an environment. */
			__( 'Send to %s', 'headless-deploy' );
	return {
		name: 'send',
		text: sprintf( sentence, environment.label ),
		when: sentWhen( facts ),
		symbol: sendSymbol( stage ),
		current:
			[ 'countdown', 'sending' ].includes( stage ) ||
			( stage === 'failed' && ! isRefused( progress ) ),
	};
}

function buildStep( text: string, symbol: SymbolName, when: string ): Step {
	return {
		name: 'host',
		text,
		when,
		symbol,
		current: symbol !== 'good',
	};
}

/**
 * Describes what the host does: it takes the call, and builds, where it tells of that.
 */
function hostStep( { progress, environment, nowMs }: StepFacts ): Step {
	const { stage, run } = progress;
	const took = run === null ? null : buildMs( run, nowMs );
	const when = took === null || took < 1_000 ? '' : duration( took );
	if ( stage === 'building' ) {
		return buildStep( __( 'Building', 'headless-deploy' ), 'busy', when );
	}
	if ( stage === 'buildFailed' ) {
		const text = __( 'The build failed', 'headless-deploy' );
		return buildStep( text, 'bad', when );
	}
	if ( took !== null && ACCEPTED_STAGES.includes( stage ) ) {
		return buildStep( __( 'Built', 'headless-deploy' ), 'good', when );
	}
	if ( isRefused( progress ) ) {
		const text = __( 'Rejected by the host', 'headless-deploy' );
		return buildStep( text, 'bad', '' );
	}
	return {
		name: 'host',
		text: __( 'Accepted by the host', 'headless-deploy' ),
		when: '',
		symbol: ACCEPTED_STAGES.includes( stage ) ? 'good' : null,
		current:
			stage === 'done' ||
			( stage === 'accepted' && environment.nextCheckAt === null ),
	};
}

/**
 * Describes the last step, where it can be seen whether the site has it.
 *
 * @return Null where it cannot be checked.
 */
function liveStep( facts: StepFacts ): Step | null {
	const { environment, progress, nowMs, timeZone } = facts;
	const { stage, run } = progress;
	const isOver = stage === 'live' || stage === 'gone';
	const canBeSeen = environment.frontEndUrl !== '' && stage !== 'done';
	if ( ! isOver && ! canBeSeen && stage !== 'building' ) {
		return null;
	}
	const isChecking = stage === 'accepted' && environment.nextCheckAt !== null;
	const text =
		stage === 'gone' || ( ! isOver && facts.removes )
			? __( 'Removed', 'headless-deploy' )
			: __( 'Live', 'headless-deploy' );
	const at = isOver ? ( run?.trackedAt ?? null ) : null;
	let when = at === null ? '' : clockTime( at, nowMs, timeZone );
	if ( isChecking ) {
		when = __( 'not confirmed yet', 'headless-deploy' );
	} else if ( stage === 'accepted' ) {
		when = __( 'not confirmed', 'headless-deploy' );
	}
	let symbol: SymbolName | null = isOver ? 'good' : null;
	symbol = isChecking ? 'busy' : symbol;
	return { name: 'live', text, when, symbol, current: isOver || isChecking };
}

/**
 * Describes the way of what was saved, step by step. The steps keep their places.
 */
export function stepsOf( facts: StepFacts ): Step[] {
	return [ sendStep( facts ), hostStep( facts ), liveStep( facts ) ].filter(
		( step ) => step !== null
	);
}
