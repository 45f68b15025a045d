/*
 * Words that are only other names of one, for the scripts of the search. It runs in the theme's worker, before them.
 */
const SAME_WORD = {
  article: "page", articles: "pages", wikipedia: "wiki", photo: "image", photos: "images", picture: "image", pictures: "images",
  sysop: "administrator", sysops: "administrators", unauthorized: "authorization", unauthorised: "authorization",
}
