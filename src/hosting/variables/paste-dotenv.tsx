import { TextareaControl } from '@wordpress/components';
import { useState } from '@wordpress/element';
import { readDotenv } from '../../platform-client/dotenv.ts';
import type { DotenvProblem } from '../../platform-client/dotenv.ts';
import type { EnvironmentPath } from '../client/host.ts';
import { useHostChange } from '../client/queries.ts';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { useNotice } from '../components/notice-line.tsx';
import { __, _n, sprintf } from '../i18n.ts';
import { problemsOf, Problems } from './dotenv-problems.tsx';
import { changeVariables } from './variable-dialogs.tsx';
import type { Variable } from './variable-dialogs.tsx';

interface Props {
	path: EnvironmentPath;
	onClose: () => void;
}

/** Sets the variables of a .env file: all of them, or none if a line is invalid. */
export function PasteDotenv( { path, onClose }: Props ) {
	const [ file, setFile ] = useState( '' );
	const [ problems, setProblems ] = useState< readonly DotenvProblem[] >(
		[]
	);
	const showNotice = useNotice();
	const { mutate, isPending, error } = useHostChange(
		( client, set: Variable[] ) => changeVariables( client, path, { set } )
	);
	const save = () => {
		const read = readDotenv( file );
		const invalid = problemsOf( read );
		setProblems( invalid );
		if ( invalid.length > 0 ) {
			return;
		}
		const count = read.variables.length;
		/* translators: %d: number of variables. */
		const done = _n(
			'%d variable set. The next build uses it.',
			'%d variables set. The next build uses them.',
			count,
			'headless-deploy'
		);
		mutate( read.variables, {
			onSuccess: () => {
				onClose();
				showNotice( sprintf( done, count ) );
			},
		} );
	};
	return (
		<ConfirmDialog
			title={ __( 'Paste a .env file', 'headless-deploy' ) }
			verb={ __( 'Set these variables', 'headless-deploy' ) }
			busy={ isPending }
			error={ error }
			onConfirm={ save }
			onClose={ onClose }
		>
			<TextareaControl
				__nextHasNoMarginBottom
				className="hd-code-field"
				label={ __( 'File', 'headless-deploy' ) }
				help={ __(
					'KEY=value on each line. Existing variables get the new value, all others stay. If a line is invalid, no variable is set.',
					'headless-deploy'
				) }
				rows={ 10 }
				value={ file }
				onChange={ setFile }
				autoComplete="off"
				spellCheck={ false }
				aria-invalid={ problems.length > 0 }
			/>
			<Problems problems={ problems } />
		</ConfirmDialog>
	);
}
