import { SelectControl } from '@wordpress/components';
import { __, sprintf } from '../i18n.ts';
import type { EnvironmentSettings } from '../../shared/wire.ts';

interface Props {
	environments: readonly EnvironmentSettings[];
	/** Id of the one that is shown. */
	shown: string;
	/** Ids of those with something unsaved. */
	unsaved: readonly string[];
	onChange: ( id: string ) => void;
}

/** Chooses the environment whose automation is shown. */
export function EnvironmentSwitch( props: Props ) {
	const { environments, shown, unsaved, onChange } = props;
	return (
		<SelectControl
			__next40pxDefaultSize
			__nextHasNoMarginBottom
			className="headless-deploy-switch"
			labelPosition="side"
			label={ __( 'Environment', 'headless-deploy' ) }
			value={ shown }
			options={ environments.map( ( { id, label } ) => ( {
				value: id,
				label: unsaved.includes( id )
					? sprintf(
							/* translators: %s: name of an environment. */
							__( '%s (unsaved)', 'headless-deploy' ),
							label
						)
					: label,
			} ) ) }
			onChange={ onChange }
		/>
	);
}
