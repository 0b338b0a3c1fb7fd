import type { Dotenv, DotenvProblem } from '../../platform-client/dotenv.ts';
import { __, sprintf } from '../i18n.ts';

/** The lines of a .env file that are invalid; nothing if there are none. */
export function Problems( {
	problems,
}: {
	problems: readonly DotenvProblem[];
} ) {
	/* translators: 1: line number, 2: what is wrong with the line. */
	const text = __( 'Line %1$d: %2$s', 'headless-deploy' );
	return problems.length === 0 ? null : (
		<div className="hd-problems" role="alert">
			<p>
				<strong>
					{ __( 'No variable was set.', 'headless-deploy' ) }
				</strong>
			</p>
			<ul>
				{ problems.map( ( { line, message } ) => (
					<li key={ line }>{ sprintf( text, line, message ) }</li>
				) ) }
			</ul>
		</div>
	);
}

/** Finds why the file cannot be used; nothing if it can. */
export function problemsOf( { variables, problems }: Dotenv ): DotenvProblem[] {
	if ( problems.length > 0 || variables.length > 0 ) {
		return problems;
	}
	const message = __(
		'The file has no variables. Write KEY=value on a line.',
		'headless-deploy'
	);
	return [ { line: 1, message } ];
}
