/**
 * The name of the installed package. It is not published, so no text suggests to install it by this name: somebody else could publish a package with
 * that name.
 */
export const PACKAGE_NAME = 'assay'
