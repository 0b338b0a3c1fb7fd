import type { ReactNode } from 'react';
import type { StatusWords } from '../labels/status.ts';
import { Icon } from './icon.tsx';

interface Props {
	status: StatusWords;
	/** Beside a heading, with a background. @default false */
	isPill?: boolean;
	children?: ReactNode;
}

export function Status( { status, isPill = false, children }: Props ) {
	const { word, icon, tone } = status;
	return (
		<span
			className={ `hd-status hd-status--${ tone }${ isPill ? ' hd-status--pill' : '' }` }
		>
			<Icon name={ icon } /> { word }
			{ children }
		</span>
	);
}
