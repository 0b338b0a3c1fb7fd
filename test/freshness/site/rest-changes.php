<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Freshness;

use Closure;
use WP_Theme_JSON_Resolver;

/**
 * Kinds of changes that are requests of the block editor, and of other programs that use the REST API.
 *
 * @phpstan-type Sent array{method: string, path: string, json?: array<string, mixed>, form?: string, xml?: string, file?: string, visitor?: bool}
 */
final class Rest_Changes {
	private const PUBLISHED = array( 'publish' );
	private const ANY       = array( 'publish', 'draft', 'private' );
	private const ALL       = array( 'publish', 'draft', 'private', 'trash' );

	/** @return array<string, Closure(Choice): (Sent|list<Sent>)> */
	public static function all(): array {
		return self::of_posts() + self::of_the_editor() + self::of_pages() + self::of_other_types() + self::of_terms() + self::of_users() + self::of_files() + self::of_comments() + self::of_settings() + self::of_menus() + self::of_widgets();
	}

	/**
	 * @param  array<string, mixed> $values
	 * @return Sent
	 */
	public static function request( string $method, string $route, array $values = array() ): array {
		return array( 'method' => $method, 'path' => "/wp-json/wp/v2/$route?_locale=user", 'json' => $values );
	}

	/**
	 * A request for one post.
	 *
	 * @param array<string, mixed> $values   Closures get the choice.
	 * @param list<string>         $statuses
	 */
	private static function post( string $route, string $type, array $values, array $statuses = self::PUBLISHED, string $method = 'POST' ): Closure {
		return static fn( Choice $choice ): array => self::request( $method, "$route/" . $choice->post( $type, $statuses ), self::chosen( $values, $choice ) );
	}

	/** @param array<string, mixed> $values */
	private static function create( string $route, array $values ): Closure {
		return static fn( Choice $choice ): array => self::request( 'POST', $route, self::chosen( $values, $choice ) );
	}

	/** @param array<string, mixed> $values */
	private static function term( string $route, string $taxonomy, array $values, string $method = 'POST' ): Closure {
		return static fn( Choice $choice ): array => self::request( $method, "$route/" . $choice->term( $taxonomy ), self::chosen( $values, $choice ) );
	}

	/**
	 * @param  array<string, mixed> $values
	 * @return array<string, mixed>
	 */
	private static function chosen( array $values, Choice $choice ): array {
		return array_map( static fn( mixed $value ): mixed => $value instanceof Closure ? $value( $choice ) : $value, $values );
	}

	private static function text( string $prefix ): Closure {
		return static fn( Choice $choice ): string => $choice->text( $prefix );
	}

	private static function slug( string $prefix ): Closure {
		return static fn( Choice $choice ): string => $choice->slug( $prefix );
	}

	private static function paragraph( string $prefix ): Closure {
		return static fn( Choice $choice ): string => "<!-- wp:paragraph --><p>{$choice->text( $prefix )}</p><!-- /wp:paragraph -->";
	}

	private static function terms_of( string $taxonomy ): Closure {
		return static fn( Choice $choice ): array => array( $choice->term( $taxonomy ) );
	}

	/** @return array<string, Closure> */
	private static function of_posts(): array {
		return array(
			'rest: title of a post'           => self::post( 'posts', 'post', array( 'title' => self::text( 'Title' ) ) ),
			'rest: content of a post'         => self::post( 'posts', 'post', array( 'content' => self::paragraph( 'Content' ) ) ),
			'rest: excerpt of a post'         => self::post( 'posts', 'post', array( 'excerpt' => self::text( 'Excerpt' ) ) ),
			'rest: slug of a post'            => self::post( 'posts', 'post', array( 'slug' => self::slug( 'slug' ) ) ),
			'rest: a post becomes a draft'    => self::post( 'posts', 'post', array( 'status' => 'draft' ) ),
			'rest: a post becomes private'    => self::post( 'posts', 'post', array( 'status' => 'private' ) ),
			'rest: a post becomes pending'    => self::post( 'posts', 'post', array( 'status' => 'pending' ) ),
			'rest: a post is scheduled'       => self::post( 'posts', 'post', array( 'status' => 'future', 'date' => '2031-01-01T08:00:00' ), array( 'publish', 'draft' ) ),
			'rest: date of a post'            => self::post( 'posts', 'post', array( 'date' => static fn( Choice $choice ): string => sprintf( '2026-01-%02dT08:%02d:%02d', $choice->number( 1, 28 ), $choice->number( 0, 59 ), $choice->number( 0, 59 ) ) ) ),
			'rest: categories of a post'      => self::post( 'posts', 'post', array( 'categories' => self::terms_of( 'category' ) ) ),
			'rest: tags of a post'            => self::post( 'posts', 'post', array( 'tags' => self::terms_of( 'post_tag' ) ) ),
			'rest: moods of a post'           => self::post( 'posts', 'post', array( 'mood' => self::terms_of( 'mood' ) ) ),
			'rest: title and tags of a post'  => self::post( 'posts', 'post', array( 'title' => self::text( 'Both' ), 'tags' => self::terms_of( 'post_tag' ) ) ),
			'rest: featured image'            => self::post( 'posts', 'post', array( 'featured_media' => static fn( Choice $choice ): int => $choice->file() ) ),
			'rest: no featured image'         => self::post( 'posts', 'post', array( 'featured_media' => 0 ) ),
			'rest: meta of a post'            => self::post( 'posts', 'post', array( 'meta' => static fn( Choice $choice ): array => array( 'rating' => $choice->number( 0, 99 ) ) ) ),
			'rest: format of a post'          => self::post( 'posts', 'post', array( 'format' => static fn( Choice $choice ): string => $choice->of( array( 'standard', 'aside', 'quote' ) ) ) ),
			'rest: a post becomes sticky'     => self::post( 'posts', 'post', array( 'sticky' => true ) ),
			'rest: a post is not sticky'      => self::post( 'posts', 'post', array( 'sticky' => false ) ),
			'rest: author of a post'          => self::post( 'posts', 'post', array( 'author' => static fn( Choice $choice ): int => $choice->author() ) ),
			'rest: password of a post'        => self::post( 'posts', 'post', array( 'password' => 'open' ) ),
			'rest: no password'               => self::post( 'posts', 'post', array( 'password' => '' ) ),
			'rest: comments of a post closed' => self::post( 'posts', 'post', array( 'comment_status' => 'closed' ) ),
			'rest: a post without a change'   => static function ( Choice $choice ): array {
				$id = $choice->post( 'post' );
				return self::request( 'POST', "posts/$id", array( 'title' => get_post_field( 'post_title', $id ) ) );
			},
			'rest: a draft is published'      => self::post( 'posts', 'post', array( 'status' => 'publish' ), array( 'draft', 'private', 'pending' ) ),
			'rest: a draft is changed'        => self::post( 'posts', 'post', array( 'title' => self::text( 'Draft' ), 'tags' => self::terms_of( 'post_tag' ) ), array( 'draft' ) ),
			'rest: a private post is changed' => self::post( 'posts', 'post', array( 'title' => self::text( 'Private' ) ), array( 'private' ) ),
			'rest: a new post'                => self::create( 'posts', array( 'title' => self::text( 'New' ), 'slug' => 'new-post', 'status' => 'publish', 'categories' => self::terms_of( 'category' ) ) ),
			'rest: a new draft'               => self::create( 'posts', array( 'title' => self::text( 'Draft' ), 'status' => 'draft' ) ),
			'rest: a post is trashed'         => self::post( 'posts', 'post', array(), self::ANY, 'DELETE' ),
			'rest: a post is restored'        => self::post( 'posts', 'post', array( 'status' => 'publish' ), array( 'trash' ) ),
			'rest: a post is deleted'         => self::post( 'posts', 'post', array( 'force' => true ), self::ALL, 'DELETE' ),
		);
	}

	/** What the block editor does besides saving. @return array<string, Closure> */
	private static function of_the_editor(): array {
		return array(
			'block editor: opens a post'          => static fn( Choice $choice ): array => array( 'method' => 'GET', 'path' => '/wp-admin/post.php?action=edit&post=' . $choice->post( 'post' ) ),
			'block editor: opens a new post'      => static fn(): array => array( 'method' => 'GET', 'path' => '/wp-admin/post-new.php' ),
			'block editor: autosave of a post'    => static fn( Choice $choice ): array => self::request( 'POST', 'posts/' . $choice->post( 'post' ) . '/autosaves', array( 'title' => $choice->text( 'Autosave' ) ) ),
			'block editor: autosave of a draft'   => static fn( Choice $choice ): array => self::request( 'POST', 'posts/' . $choice->post( 'post', array( 'draft' ) ) . '/autosaves', array( 'title' => $choice->text( 'Autosave' ) ) ),
			'block editor: saves with meta boxes' => static function ( Choice $choice ): array {
				$id = $choice->post( 'post' );
				return array( self::request( 'POST', "posts/$id", array( 'title' => $choice->text( 'Boxes' ) ) ), self::meta_boxes( $id ) );
			},
			'block editor: a revision is restored' => static function ( Choice $choice ): array {
				$revision = $choice->post( 'revision', array( 'inherit' ) );
				return array( 'method' => 'GET', 'path' => "/wp-admin/revision.php?action=restore&revision=$revision&_wpnonce=" . wp_create_nonce( "restore-post_$revision" ) );
			},
		);
	}

	/** @return Sent */
	private static function meta_boxes( int $id ): array {
		return array(
			'method' => 'POST',
			'path'   => "/wp-admin/post.php?post=$id&action=edit&meta-box-loader=1&meta-box-loader-nonce=" . wp_create_nonce( 'meta-box-loader' ),
			'form'   => http_build_query( array( '_wpnonce' => wp_create_nonce( "update-post_$id" ), 'user_ID' => get_current_user_id(), 'action' => 'editpost', 'originalaction' => 'editpost', 'post_type' => get_post_type( $id ), 'original_post_status' => get_post_status( $id ), 'post_ID' => $id ) ),
		);
	}

	/** @return array<string, Closure> */
	private static function of_pages(): array {
		return array(
			'rest: title of a page'            => self::post( 'pages', 'page', array( 'title' => self::text( 'Title' ) ) ),
			'rest: slug of a page'             => self::post( 'pages', 'page', array( 'slug' => self::slug( 'page' ) ), self::ANY ),
			'rest: slug of a hidden parent'    => static fn( Choice $choice ): array => self::request( 'POST', 'pages/' . $choice->hidden_parent(), array( 'slug' => $choice->slug( 'hidden' ) ) ),
			'rest: a hidden parent is shown'   => static fn( Choice $choice ): array => self::request( 'POST', 'pages/' . $choice->hidden_parent(), array( 'status' => 'publish' ) ),
			'rest: a hidden parent is trashed' => static fn( Choice $choice ): array => self::request( 'DELETE', 'pages/' . $choice->hidden_parent() ),
			'rest: a hidden parent is deleted' => static fn( Choice $choice ): array => self::request( 'DELETE', 'pages/' . $choice->hidden_parent(), array( 'force' => true ) ),
			'rest: parent of a page'           => self::post( 'pages', 'page', array( 'parent' => static fn( Choice $choice ): int => $choice->of( array( 0, $choice->post( 'page', self::ANY ) ) ) ), self::ANY ),
			'rest: order of a page'            => self::post( 'pages', 'page', array( 'menu_order' => static fn( Choice $choice ): int => $choice->number( 1, 20 ) ) ),
			'rest: status of a page'           => self::post( 'pages', 'page', array( 'status' => static fn( Choice $choice ): string => $choice->of( self::ANY ) ), self::ANY ),
			'rest: template of a page'         => self::post( 'pages', 'page', array( 'template' => static fn( Choice $choice ): string => $choice->of( array( '', 'page-no-title' ) ) ) ),
			'rest: a page is trashed'          => self::post( 'pages', 'page', array(), self::ANY, 'DELETE' ),
			'rest: a page is restored'         => self::post( 'pages', 'page', array( 'status' => 'publish' ), array( 'trash' ) ),
			'rest: a page is deleted'          => self::post( 'pages', 'page', array( 'force' => true ), self::ALL, 'DELETE' ),
			'rest: a new page'                 => self::create( 'pages', array( 'title' => self::text( 'Page' ), 'status' => 'publish', 'parent' => static fn( Choice $choice ): int => $choice->post( 'page', self::ANY ) ) ),
		);
	}

	/** @return array<string, Closure> */
	private static function of_other_types(): array {
		$theme = get_stylesheet();
		return array(
			'rest: title of a guide'           => self::post( 'guide', 'guide', array( 'title' => self::text( 'Guide' ) ) ),
			'rest: slug of a guide'            => self::post( 'guide', 'guide', array( 'slug' => self::slug( 'guide' ) ) ),
			'rest: topics of a guide'          => self::post( 'guide', 'guide', array( 'topic' => self::terms_of( 'topic' ) ) ),
			'rest: a new guide'                => self::create( 'guide', array( 'title' => self::text( 'Guide' ), 'status' => 'publish' ) ),
			'rest: meta of an event'           => self::post( 'event', 'event', array( 'meta' => static fn( Choice $choice ): array => array( '_EventStartDate' => $choice->text( 'day' ) ) ) ),
			'rest: title of an event'          => self::post( 'event', 'event', array( 'title' => self::text( 'Event' ) ) ),
			'rest: title of a snippet'         => self::post( 'snippet', 'snippet', array( 'title' => self::text( 'Snippet' ) ) ),
			'rest: a new snippet'              => self::create( 'snippet', array( 'title' => self::text( 'Snippet' ), 'status' => 'publish' ) ),
			'rest: a snippet is trashed'       => self::post( 'snippet', 'snippet', array(), self::PUBLISHED, 'DELETE' ),
			'rest: content of a pattern'       => self::post( 'blocks', 'wp_block', array( 'content' => self::paragraph( 'Banner' ) ) ),
			'rest: title of a pattern'         => self::post( 'blocks', 'wp_block', array( 'title' => self::text( 'Pattern' ) ) ),
			'rest: a new pattern'              => self::create( 'blocks', array( 'title' => self::text( 'Pattern' ), 'content' => self::paragraph( 'Pattern' ), 'status' => 'publish' ) ),
			'rest: a pattern is trashed'       => self::post( 'blocks', 'wp_block', array(), self::PUBLISHED, 'DELETE' ),
			'rest: content of a navigation'    => self::post( 'navigation', 'wp_navigation', array( 'content' => static fn( Choice $choice ): string => "<!-- wp:navigation-link {\"label\":\"{$choice->text( 'Link' )}\",\"url\":\"/\"} /-->" ) ),
			'rest: title of a navigation'      => self::post( 'navigation', 'wp_navigation', array( 'title' => self::text( 'Navigation' ) ) ),
			'rest: content of a template part' => self::create( "template-parts/$theme//notice", array( 'content' => self::paragraph( 'Notice' ) ) ),
			'rest: content of a template'      => self::create( "templates/$theme//page", array( 'content' => self::paragraph( 'Template' ) ) ),
			'rest: global styles'              => static fn( Choice $choice ): array => self::request( 'POST', 'global-styles/' . WP_Theme_JSON_Resolver::get_user_global_styles_post_id(), array( 'styles' => array( 'color' => array( 'text' => sprintf( '#%06x', $choice->number( 0, 0xFFFFFF ) ) ) ) ) ),
		);
	}

	/** @return array<string, Closure> */
	private static function of_terms(): array {
		return array(
			'rest: a new tag'               => self::create( 'tags', array( 'name' => self::text( 'Tag' ) ) ),
			'rest: a new category'          => self::create( 'categories', array( 'name' => self::text( 'Category' ), 'parent' => static fn( Choice $choice ): int => $choice->of( array( 0, $choice->term( 'category' ) ) ) ) ),
			'rest: a new topic'             => self::create( 'topic', array( 'name' => self::text( 'Topic' ) ) ),
			'rest: name of a category'      => self::term( 'categories', 'category', array( 'name' => self::text( 'Category' ) ) ),
			'rest: slug of a category'      => self::term( 'categories', 'category', array( 'slug' => self::slug( 'category' ) ) ),
			'rest: description of a term'   => self::term( 'categories', 'category', array( 'description' => self::text( 'About' ) ) ),
			'rest: parent of a category'    => self::term( 'categories', 'category', array( 'parent' => static fn( Choice $choice ): int => $choice->of( array( 0, $choice->term( 'category' ) ) ) ) ),
			'rest: meta of a category'      => self::term( 'categories', 'category', array( 'meta' => static fn( Choice $choice ): array => array( 'color' => $choice->text( 'red' ) ) ) ),
			'rest: a category is deleted'   => self::term( 'categories', 'category', array( 'force' => true ), 'DELETE' ),
			'rest: name of a tag'           => self::term( 'tags', 'post_tag', array( 'name' => self::text( 'Tag' ) ) ),
			'rest: name of a topic'         => self::term( 'topic', 'topic', array( 'name' => self::text( 'Topic' ) ) ),
			'rest: name of a mood'          => self::term( 'mood', 'mood', array( 'name' => self::text( 'Mood' ) ) ),
			'rest: description of a mood'   => self::term( 'mood', 'mood', array( 'description' => self::text( 'Mood' ) ) ),
			'rest: a new mood'              => self::create( 'mood', array( 'name' => self::text( 'Mood' ) ) ),
			'rest: a mood is deleted'       => self::term( 'mood', 'mood', array( 'force' => true ), 'DELETE' ),
			'rest: a term without a change' => static function ( Choice $choice ): array {
				$id = $choice->term( 'category' );
				return self::request( 'POST', "categories/$id", array( 'name' => html_entity_decode( get_term( $id )->name ) ) );
			},
		);
	}

	/** @return array<string, Closure> */
	private static function of_users(): array {
		$user = static fn( array $values ): Closure => static fn( Choice $choice ): array => self::request( 'POST', 'users/' . $choice->author(), self::chosen( $values, $choice ) );
		return array(
			'rest: name of a user'        => $user( array( 'name' => self::text( 'Name' ) ) ),
			'rest: description of a user' => $user( array( 'description' => self::text( 'About' ) ) ),
			'rest: slug of a user'        => $user( array( 'slug' => self::slug( 'user' ) ) ),
			'rest: url of a user'         => $user( array( 'url' => static fn( Choice $choice ): string => "https://example.test/{$choice->slug( 'user' )}" ) ),
			'rest: email of a user'       => $user( array( 'email' => static fn( Choice $choice ): string => "{$choice->slug( 'mail' )}@example.test" ) ),
			'rest: password of a user'    => $user( array( 'password' => self::text( 'secret' ) ) ),
			'rest: role of a user'        => $user( array( 'roles' => static fn( Choice $choice ): array => array( $choice->of( array( 'author', 'editor', 'contributor' ) ) ) ) ),
			'rest: meta of a user'        => $user( array( 'meta' => static fn( Choice $choice ): array => array( 'motto' => $choice->text( 'Motto' ) ) ) ),
			'rest: a new user'            => self::create( 'users', array( 'username' => self::slug( 'new' ), 'email' => static fn( Choice $choice ): string => "{$choice->slug( 'new' )}@example.test", 'password' => 'new password', 'roles' => array( 'author' ) ) ),
			'rest: a user is deleted'     => static fn( Choice $choice ): array => self::request( 'DELETE', 'users/' . $choice->author(), array( 'force' => true, 'reassign' => 1 ) ),
		);
	}

	/** @return array<string, Closure> */
	private static function of_files(): array {
		$file = static fn( array $values ): Closure => self::post( 'media', 'attachment', $values, array( 'inherit' ) );
		return array(
			'rest: alt text of a file'    => $file( array( 'alt_text' => self::text( 'Alt' ) ) ),
			'rest: caption of a file'     => $file( array( 'caption' => self::text( 'Caption' ) ) ),
			'rest: title of a file'       => $file( array( 'title' => self::text( 'File' ) ) ),
			'rest: description of a file' => $file( array( 'description' => self::text( 'File' ) ) ),
			'rest: slug of a file'        => $file( array( 'slug' => self::slug( 'file' ) ) ),
			'rest: post of a file'        => $file( array( 'post' => static fn( Choice $choice ): int => $choice->post( 'post' ) ) ),
			'rest: author of a file'      => $file( array( 'author' => static fn( Choice $choice ): int => $choice->author() ) ),
			'rest: a file is uploaded'    => static fn( Choice $choice ): array => array( 'method' => 'POST', 'path' => '/wp-json/wp/v2/media', 'file' => $choice->slug( 'upload' ) . '.png' ),
			'rest: a file is deleted'     => self::post( 'media', 'attachment', array( 'force' => true ), array( 'inherit' ), 'DELETE' ),
		);
	}

	/** @return array<string, Closure> */
	private static function of_comments(): array {
		$comment = static fn( array $values, string $approved = '1', string $method = 'POST' ): Closure => static fn( Choice $choice ): array => self::request( $method, 'comments/' . $choice->comment( $approved ), self::chosen( $values, $choice ) );
		return array(
			'rest: a new comment'        => self::create( 'comments', array( 'post' => static fn( Choice $choice ): int => $choice->post( 'post' ), 'content' => self::text( 'Comment' ) ) ),
			'rest: a reply to a comment' => static function ( Choice $choice ): array {
				$parent = $choice->comment();
				return self::request( 'POST', 'comments', array( 'post' => (int) get_comment( $parent )?->comment_post_ID, 'parent' => $parent, 'content' => $choice->text( 'Reply' ) ) );
			},
			'rest: text of a comment'     => $comment( array( 'content' => self::text( 'Changed' ) ) ),
			'rest: name of a commenter'   => $comment( array( 'author_name' => self::text( 'Reader' ) ) ),
			'rest: a held comment'        => $comment( array( 'content' => self::text( 'Held' ) ), '0' ),
			'rest: a comment is approved' => $comment( array( 'status' => 'approved' ), '0' ),
			'rest: a comment is held'     => $comment( array( 'status' => 'hold' ) ),
			'rest: a comment is spam'     => $comment( array( 'status' => 'spam' ) ),
			'rest: a comment is trashed'  => $comment( array(), '1', 'DELETE' ),
			'rest: a comment is deleted'  => $comment( array( 'force' => true ), '1', 'DELETE' ),
		);
	}

	/** @return array<string, Closure> */
	private static function of_settings(): array {
		$setting = static fn( string $name, mixed $value ): Closure => self::create( 'settings', array( $name => $value ) );
		$page    = static fn( Choice $choice ): int => $choice->post( 'page' );
		return array(
			'rest: title of the site'    => $setting( 'title', self::text( 'Site' ) ),
			'rest: tagline of the site'  => $setting( 'description', self::text( 'Tagline' ) ),
			'rest: posts on a page'      => $setting( 'posts_per_page', static fn( Choice $choice ): int => $choice->number( 5, 12 ) ),
			'rest: time zone'            => $setting( 'timezone', static fn( Choice $choice ): string => $choice->of( array( 'UTC', 'Europe/Berlin', 'America/New_York' ) ) ),
			'rest: date format'          => $setting( 'date_format', static fn( Choice $choice ): string => $choice->of( array( 'Y-m-d', 'F j, Y', 'd.m.Y' ) ) ),
			'rest: first day of a week'  => $setting( 'start_of_week', static fn( Choice $choice ): int => $choice->number( 0, 6 ) ),
			'rest: page of posts'        => $setting( 'page_for_posts', $page ),
			'rest: page on front'        => $setting( 'page_on_front', $page ),
			'rest: what is on the front' => $setting( 'show_on_front', static fn( Choice $choice ): string => $choice->of( array( 'posts', 'page' ) ) ),
			'rest: icon of the site'     => $setting( 'site_icon', static fn( Choice $choice ): int => $choice->file() ),
			'rest: logo of the site'     => $setting( 'site_logo', static fn( Choice $choice ): int => $choice->file() ),
			'rest: default comments'     => $setting( 'default_comment_status', static fn( Choice $choice ): string => $choice->of( array( 'open', 'closed' ) ) ),
		);
	}

	/** @return array<string, Closure> */
	private static function of_menus(): array {
		$item = static fn( array $values, string $method = 'POST' ): Closure => self::post( 'menu-items', 'nav_menu_item', $values, self::PUBLISHED, $method );
		return array(
			'rest: title of a menu item'   => $item( array( 'title' => self::text( 'Item' ) ) ),
			'rest: order of a menu item'   => $item( array( 'menu_order' => static fn( Choice $choice ): int => $choice->number( 1, 9 ) ) ),
			'rest: object of a menu item'  => $item( array( 'type' => 'post_type', 'object' => 'page', 'object_id' => static fn( Choice $choice ): int => $choice->post( 'page' ) ) ),
			'rest: a menu item is deleted' => $item( array( 'force' => true ), 'DELETE' ),
			'rest: a new menu item'        => self::create( 'menu-items', array( 'title' => self::text( 'Item' ), 'url' => 'https://example.test/new', 'menus' => static fn( Choice $choice ): int => $choice->term( 'nav_menu' ), 'status' => 'publish', 'menu_order' => 1 ) ),
			'rest: name of a menu'         => self::term( 'menus', 'nav_menu', array( 'name' => self::text( 'Menu' ) ) ),
			'rest: location of a menu'     => self::term( 'menus', 'nav_menu', array( 'locations' => static fn( Choice $choice ): array => array( $choice->of( array( 'main', 'footer' ) ) ) ) ),
			'rest: a new menu'             => self::create( 'menus', array( 'name' => self::text( 'Menu' ) ) ),
			'rest: a menu is deleted'      => self::term( 'menus', 'nav_menu', array( 'force' => true ), 'DELETE' ),
		);
	}

	/** @return array<string, Closure> */
	private static function of_widgets(): array {
		$widget = static fn( array $values, string $method = 'POST' ): Closure => static fn( Choice $choice ): array => self::request( $method, 'widgets/' . $choice->widget(), self::chosen( $values, $choice ) );
		return array(
			'rest: content of a widget' => $widget( array( 'instance' => static fn( Choice $choice ): array => array( 'raw' => array( 'content' => $choice->text( 'Widget' ), 'title' => $choice->text( 'Widget' ) ) ) ) ),
			'rest: a widget is deleted' => $widget( array( 'force' => true ), 'DELETE' ),
			'rest: a widget is put off' => $widget( array( 'sidebar' => 'wp_inactive_widgets' ) ),
			'rest: a new widget'        => self::create( 'widgets', array( 'id_base' => 'block', 'sidebar' => 'main', 'instance' => static fn( Choice $choice ): array => array( 'raw' => array( 'content' => $choice->text( 'Widget' ) ) ) ) ),
			'rest: order of widgets'    => self::create( 'sidebars/main', array( 'widgets' => static fn(): array => array_reverse( wp_get_sidebars_widgets()['main'] ?? array() ) ) ),
		);
	}
}
