<?php

declare( strict_types=1 );

/**
 * The ways in which WPGraphQL reads and saves.
 */
return array(
	'query posts' => static function (): array {
		graphql( array( 'query' => '{ posts { nodes { id title date } } generalSettings { title } }' ) );
		return array();
	},
	'publish a post by a mutation' => static function (): array {
		$answer = graphql( array( 'query' => 'mutation { createPost( input: { title: "From GraphQL", status: PUBLISH } ) { post { databaseId } } }' ) );
		return array( 'published post ' . $answer['data']['createPost']['post']['databaseId'] );
	},
	'change a post by a mutation' => static function (): array {
		graphql( array( 'query' => 'mutation { updatePost( input: { id: "' . base64_encode( 'post:1' ) . '", title: "Other" } ) { post { databaseId } } }' ) );
		return array( 'updated post 1' );
	},
);
