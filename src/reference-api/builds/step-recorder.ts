import type { BuildStep } from '../model/hosting.ts';
import { stepLabel } from './failure-message.ts';
import type { LogFile } from './log-file.ts';

export interface StepRecorderOptions {
	log: Pick< LogFile, 'begin' >;
	now: () => Date;
	/** Stores the steps; called once for each step. */
	save: ( steps: BuildStep[] ) => Promise< void >;
}

/** The steps of one build; one runs at a time. */
export class StepRecorder {
	readonly #options: StepRecorderOptions;
	#steps: BuildStep[] = [];

	constructor( options: StepRecorderOptions ) {
		this.#options = options;
	}

	/** The step that was begun last, or null. */
	get current(): BuildStep[ 'name' ] | null {
		return this.#steps.at( -1 )?.name ?? null;
	}

	/** Begins a step; the one before is done. */
	async begin( name: BuildStep[ 'name' ] ): Promise< void > {
		const { log, now, save } = this.#options;
		const startTime = now();
		this.#steps = [
			...closedSteps( this.#steps, startTime, 'done' ),
			{ name, state: 'running', startTime, finishTime: null },
		];
		// Health checks the application that Start has started.
		log.begin( stepLabel( name ), name === 'health' );
		await save( this.#steps );
	}

	/** Marks the running step as skipped. */
	skip(): void {
		const at = this.#options.now();
		this.#steps = closedSteps( this.#steps, at, 'skipped' );
	}

	/** Returns the final steps of the build, so that they are stored in one transaction with its state. */
	closed( at: Date, state: 'done' | 'failed' ): BuildStep[] {
		return closedSteps( this.#steps, at, state );
	}
}

/** @param state Its result; "failed" for an abandoned one. */
export function closedSteps(
	steps: readonly BuildStep[],
	at: Date,
	state: Exclude< BuildStep[ 'state' ], 'running' > = 'failed'
): BuildStep[] {
	return steps.map( ( step ) =>
		step.state === 'running' ? { ...step, state, finishTime: at } : step
	);
}
