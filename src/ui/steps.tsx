import type { StatusSymbol as SymbolName } from '../shared/wire.ts';
import { StatusSymbol } from './status-symbol.tsx';

export interface Step {
	/** Unique in its list. */
	name: string;
	text: string;
	/** Secondary text; may be empty. */
	when: string;
	/** Null for an upcoming step. */
	symbol: SymbolName | null;
	isCurrent: boolean;
}

/** There is no progress bar, because hosts do not report the progress of a build. */
export function StepList( { steps }: { steps: readonly Step[] } ) {
	return (
		<ol className="headless-deploy-steps">
			{ steps.map( ( { name, text, when, symbol, isCurrent } ) => (
				<li
					key={ name }
					className={ symbol === null ? 'is-upcoming' : undefined }
					aria-current={ isCurrent ? 'step' : undefined }
				>
					{ symbol === null ? (
						<span className="headless-deploy-step-circle" />
					) : (
						<StatusSymbol symbol={ symbol } />
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
