import { Mark } from 'headless-deploy-front-end/next';

export function List( { posts } ) {
	return (
		<ul>
			<Mark posts={ posts } />
			{ posts.map( ( post ) => (
				<li key={ post.id }>{ post.title.rendered }</li>
			) ) }
		</ul>
	);
}
