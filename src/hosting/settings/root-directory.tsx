import { useState } from '@wordpress/element';
import { useHost } from '../client/host.ts';
import type { EnvironmentPath } from '../client/host.ts';
import { ActionButton } from '../components/action-button.tsx';
import { Box } from '../components/box.tsx';
import { ErrorNotice } from '../components/error-notice.tsx';
import { Field } from '../components/field.tsx';
import { __ } from '../i18n.ts';
import { useSetting } from './use-setting.ts';

interface Props {
	path: EnvironmentPath;
	/** Empty for the top folder. */
	rootDirectory: string;
}

function RootDirectoryForm( { path, rootDirectory }: Props ) {
	const [ typed, setTyped ] = useState( rootDirectory );
	const { save, isPending, error } = useSetting( path );
	return (
		<form
			onSubmit={ ( event ) => {
				event.preventDefault();
				save( { rootDirectory: typed } );
			} }
		>
			<ErrorNotice error={ error } fields={ [ 'rootDirectory' ] } />
			<div className="hd-field-row">
				<Field
					name="rootDirectory"
					hideLabelFromVision
					label={ __( 'Root directory', 'headless-deploy' ) }
					value={ typed }
					onChange={ setTyped }
					error={ error }
					placeholder="apps/web"
					hint={ __( 'The next build uses it.', 'headless-deploy' ) }
				/>
				<ActionButton type="submit" busy={ isPending }>
					{ __( 'Save root directory', 'headless-deploy' ) }
				</ActionButton>
			</div>
		</form>
	);
}

/** The folder of the source that is built. */
export function RootDirectory( props: Props ) {
	const { mayWrite } = useHost();
	return (
		<Box title={ __( 'Root directory', 'headless-deploy' ) }>
			<p className="hd-muted">
				{ __(
					'The folder of the uploaded code that is built, for a repository with several projects. Empty for the top folder.',
					'headless-deploy'
				) }
			</p>
			{ mayWrite( props.path.account ) ? (
				<RootDirectoryForm { ...props } />
			) : (
				<p>
					{ props.rootDirectory ||
						__( 'The top folder', 'headless-deploy' ) }
				</p>
			) }
		</Box>
	);
}
