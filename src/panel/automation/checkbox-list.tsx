import { CheckboxControl } from '@wordpress/components';
import type { Choice } from './general.ts';

interface Props {
	/** Said to those who do not see the heading. */
	label: string;
	choices: readonly Choice[];
	chosen: readonly string[];
	onChange: ( name: string, chosen: boolean ) => void;
	/** Words beside a choice, empty for none. */
	hintOf?: ( name: string ) => string;
}

/** Boxes to check, one for each choice. */
export function CheckboxList( props: Props ) {
	const { label, choices, chosen, onChange, hintOf = () => '' } = props;
	return (
		<fieldset className="headless-deploy-checkboxes">
			<legend className="screen-reader-text">{ label }</legend>
			{ choices.map( ( choice ) => (
				<CheckboxControl
					__nextHasNoMarginBottom
					key={ choice.name }
					label={ choice.label }
					help={ hintOf( choice.name ) || undefined }
					checked={ chosen.includes( choice.name ) }
					onChange={ ( isChosen ) =>
						onChange( choice.name, isChosen )
					}
				/>
			) ) }
		</fieldset>
	);
}
