import { read } from '../../wordpress.js';
import { List } from '../list.jsx';

export default async function Blog() {
	'use cache';
	return <List posts={ await read( 'wp/v2/posts' ) } />;
}
