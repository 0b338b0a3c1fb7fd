import type { StateSymbol as SymbolName } from '../../shared/wire.ts';
import { StateSymbol } from './state-symbol.tsx';

/** One step of the way of a run. */
export interface Step {
	/** Tells it from the others. */
	name: string;
	text: string;
	/** Secondary words behind the text, may be empty. */
	when: string;
	/** Null for what is still to come. */
	symbol: SymbolName | null;
	/** Whether this is where the run is now. */
	current: boolean;
}

interface Props {
	steps: readonly Step[];
}

/**
 * Shows the steps of a run. There is no progress bar, because hosts do not report the progress of a build.
 */
export function StepList( { steps }: Props ) {
	return (
		<ol className="headless-deploy-steps">
			{ steps.map( ( { name, text, when, symbol, current } ) => (
				<li
					key={ name }
					className={ symbol === null ? 'is-upcoming' : undefined }
					aria-current={ current ? 'step' : undefined }
				>
					{ symbol === null ? (
						<span className="headless-deploy-step-circle" />
					) : (
						<StateSymbol symbol={ symbol } />
					) }
					<span>
						{ text }
						{ when !== '' && (
							<span className="headless-deploy-secondary">
								{ ` · ${ when }` }
							</span>
						) }
					</span>
				</li>
			) ) }
		</ol>
	);
}
