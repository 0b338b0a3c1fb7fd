/**
 * The six steps of a build: each with a bar that lies where the step fell in the whole.
 */
import type { Build, BuildStep } from '../../model/hosting.ts';
import { BUILD_STEPS } from '../../model/hosting.ts';
import type { Html } from '../html.ts';
import { html } from '../html.ts';
import type { IconName } from '../icons.ts';
import { icon } from '../icons.ts';
import { duration, elapsed, tookMilliseconds } from '../labels.ts';

type StepName = BuildStep[ 'name' ];

const STEP_WORDS: Record< StepName, string > = {
	unpack: 'Unpack',
	install: 'Install',
	build: 'Build',
	start: 'Start',
	health: 'Health',
	live: 'Live',
};

/** How much longer than so far a build is taken to be when nothing is known. */
const UNKNOWN_FACTOR = 1.25;

interface Look {
	icon: IconName;
	/** Class of the row. */
	tone: 'done' | 'run' | 'bad' | 'quiet';
}

const LOOKS: Record< BuildStep[ 'state' ], Look > = {
	running: { icon: 'running', tone: 'run' },
	done: { icon: 'wasServed', tone: 'done' },
	failed: { icon: 'failed', tone: 'bad' },
	skipped: { icon: 'superseded', tone: 'quiet' },
};

/** A canceled step has not failed. */
const CANCELLED: Look & { word: string } = {
	icon: 'cancelled',
	tone: 'quiet',
	word: 'cancelled',
};

function lookOf(
	step: BuildStep,
	build: Pick< Build, 'state' >
): Look & { word: string } {
	const isEnded = build.state === 'cancelled' || build.state === 'superseded';
	return isEnded && step.state === 'failed'
		? CANCELLED
		: { ...LOOKS[ step.state ], word: step.state };
}

/** Names a step as people do. */
export function stepWord( name: StepName ): string {
	return STEP_WORDS[ name ];
}

/** Finds the step that runs, or the one that a build ended with. */
export function lastStep( { steps }: Build ): BuildStep | null {
	return steps.at( -1 ) ?? null;
}

/** The time that the bars stand for: the whole build, or as much as it usually takes. */
interface Scale {
	from: number;
	milliseconds: number;
	now: Date;
}

function scaleOf(
	build: Build,
	usual: number | null,
	now: Date
): Scale | null {
	const took = tookMilliseconds( build, now );
	if ( took === null || build.startTime === null ) {
		return null;
	}
	const whole =
		build.finishTime === null
			? Math.max( usual ?? took * UNKNOWN_FACTOR, took )
			: took;
	return {
		from: build.startTime.getTime(),
		milliseconds: Math.max( whole, 1 ),
		now,
	};
}

function stepEnd( step: BuildStep, now: Date ): number {
	return ( step.finishTime ?? now ).getTime();
}

/** A bar is at least this wide, in per cent, so that a quick step can be seen. */
const MIN_WIDTH = 1.5;

function bar( step: BuildStep, { from, milliseconds, now }: Scale ): Html {
	const start = step.startTime.getTime();
	const percent = ( time: number ) =>
		Math.min(
			Math.max( ( 100 * ( time - from ) ) / milliseconds, 0 ),
			100
		);
	const left = Math.min( percent( start ), 100 - MIN_WIDTH );
	const width = Math.max( percent( stepEnd( step, now ) ) - left, MIN_WIDTH );
	// The page lets a running step's bar grow by itself, to the pace of the scale.
	const grows =
		step.finishTime === null &&
		html` data-whole="${ Math.round( milliseconds ) }"
		data-since="${ step.startTime.toISOString() }"`;
	return html`<svg
		class="bar"
		viewBox="0 0 100 3"
		preserveAspectRatio="none"
		aria-hidden="true"
	>
		<rect class="bar-track" width="100" height="3" />
		<rect
			class="bar-part"
			height="3"
			x="${ left.toFixed( 2 ) }"
			${ grows }
			width="${ width.toFixed( 2 ) }"
		></rect>
	</svg>`;
}

function stepTime( step: BuildStep, word: string, now: Date ): Html | string {
	if ( step.state === 'skipped' ) {
		return 'skipped';
	}
	if ( word === CANCELLED.word && step.finishTime !== null ) {
		return `Cancelled after ${ duration( stepEnd( step, now ) - step.startTime.getTime() ) }`;
	}
	return step.finishTime === null
		? elapsed( step.startTime, now )
		: duration( stepEnd( step, now ) - step.startTime.getTime() );
}

function stepRow(
	step: BuildStep,
	look: Look & { word: string },
	scale: Scale | null,
	now: Date
): Html {
	return html`<li class="step ${ look.tone }">
		${ icon( look.icon ) }
		<span class="step-name"
			>${ STEP_WORDS[ step.name ] }${ look !== CANCELLED && html`<span class="unseen">, ${ look.word }</span>` }</span
		>
		<span class="step-time">${ stepTime( step, look.word, now ) }</span>
		${ scale && step.state !== 'skipped' && bar( step, scale ) }
	</li>`;
}

function waitingRow( name: StepName, hasEnded: boolean ): Html {
	return html`<li class="step quiet">
		${ icon( 'nothing' ) }
		<span class="step-name">${ STEP_WORDS[ name ] }</span>
		<span class="step-time"
			>${ hasEnded ? 'not run' : html`<span class="unseen">to come</span>` }</span
		>
	</li>`;
}

/**
 * Says what to speak when a step has ended and the next one runs; the build's state is spoken elsewhere.
 */
function spoken( { steps, finishTime }: Build, now: Date ): string {
	const [ before, last ] = [ steps.at( -2 ), steps.at( -1 ) ];
	if ( finishTime !== null || last?.state !== 'running' ) {
		return '';
	}
	const running = `${ STEP_WORDS[ last.name ] } running.`;
	if ( before?.state !== 'done' ) {
		return running;
	}
	const took = stepEnd( before, now ) - before.startTime.getTime();
	return `${ STEP_WORDS[ before.name ] } done, ${ duration( took ) }. ${ running }`;
}

/**
 * Renders a build's steps.
 *
 * @param usual How long such builds usually take, in milliseconds, or null.
 */
export function stepList(
	build: Build,
	usual: number | null,
	now: Date
): Html {
	const scale = scaleOf( build, usual, now );
	return html`<ol
		class="steps"
		id="steps"
		aria-label="Steps"
		data-live
		data-say="${ spoken( build, now ) }"
	>
		${ BUILD_STEPS.map( ( name ) => {
			const step = build.steps.findLast( ( one ) => one.name === name );
			return step === undefined
				? waitingRow( name, build.finishTime !== null )
				: stepRow( step, lookOf( step, build ), scale, now );
		} ) }
	</ol>`;
}
