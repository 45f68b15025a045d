/*
 * Words of a search as a newcomer writes them. It runs in the theme's worker, before the theme's own code: what is
 * searched for arrives here first, and goes on without the words that every question has and without typing errors.
 * Results come back with the words that the reader typed: what is missing, marked, and in an address is theirs.
 */
{
  const INDEX = 0, SEARCH = 2, RESULT = 3  // the theme's types of messages
  const KEYWORDS = "phrases"  // a field of the index: the keywords of a page, each as one word
  let vocabulary = new Set(), phrases = new Set(), separator = /\s+/
  let typed = null  // words of the reader, and the words that the theme searches for in their place; null if it is the reader's own query

  /** Whether one letter more, one less, another, or two in turn make one word the other. */
  const isNear = (one, other) => {
    if (Math.abs(one.length - other.length) > 1) return false
    let same = 0
    while (same < one.length && one[same] === other[same]) same++
    const rest = [one.slice(same), other.slice(same)]
    return rest[0].slice(1) === rest[1].slice(1) || rest[0].slice(1) === rest[1] || rest[0] === rest[1].slice(1) ||
      rest[0].length > 1 && rest[0][1] + rest[0][0] === rest[1].slice(0, 2) && rest[0].slice(2) === rest[1].slice(2)
  }

  const words = text => text.replace(/<[^>]*>/g, " ").toLowerCase().split(separator).filter(word => word)

  /** What the words of a keyword have in common however they are put: "uploads of a file", "file upload". */
  const phrase = words => "_" + words.filter(word => !QUESTION.has(word)).map(word => SAME_WORD.get(word) ?? word)
    .map(word => word.replace(/(?<=..)s$/, "")).sort().join("_")

  const learn = ({ config, docs }) => {
    separator = new RegExp(config.separator)
    config.fields[KEYWORDS] = { boost: 1000 }
    for (const entry of docs.filter(({ location }) => !location.includes("#"))) {
      entry[KEYWORDS] = [entry.title, ...(entry.tags ?? [])].map(named => phrase(words(named))).join(" ")
    }
    phrases = new Set(docs.flatMap(entry => entry[KEYWORDS]?.split(" ") ?? []))
    vocabulary = new Set(docs.flatMap(each => words([each.title, each.text, each.words ?? "", ...(each.tags ?? [])].join(" "))))
  }

  /** A word that the pages have, or that one of theirs begins with; the nearest one where they have none. */
  const known = word => {
    const all = [...vocabulary]
    if (vocabulary.has(word) || word.length < 4 || all.some(each => each.startsWith(word))) return word
    if (word.endsWith("s") && vocabulary.has(word.slice(0, -1))) return word.slice(0, -1)
    return all.find(each => isNear(word, each)) ?? word
  }

  /** A whole word counts more than the beginning of another; the theme adds what stands for that. */
  const weighed = word => (vocabulary.has(word) ? `${word}^4 ${word}` : word)

  /** Quotes and signs are the reader's own query, and one word may be a parameter's name: `to`, `from`. */
  const plain = query => {
    typed = null
    if (/["+^~*]|(^|\s)-/.test(query)) return query
    const contents = text => text.split(/[\s?!,;]+/).filter(word => word && !QUESTION.has(word))
    const text = query.trim().toLowerCase(), meant = contents(reworded(text))
    if (!meant.length) return query
    const mend = word => SAME_WORD.get(word) ?? known(word)
    const instead = word => PHRASES.find(([phrase]) => text.includes(phrase) && phrase.split(" ").includes(word))?.[1]
    typed = contents(text).map(word => [word, words(instead(word) ?? mend(word))])
    const mended = meant.map(mend)
    const whole = phrase(mended)
    return [...mended.map(weighed), ...(phrases.has(whole) ? [`${whole}^4`] : [])].join(" ")
  }

  /** Marks of words that the reader typed, or of their beginnings. */
  const marked = html => html.replace(/<mark[^>]*>(.*?)<\/mark>/g, (mark, inside) => {
    const word = inside.toLowerCase()
    return typed.some(([own]) => word.startsWith(own) || own.startsWith(word)) ? mark : inside
  })

  /** A result in which the theme's terms and marks are those of the reader. */
  const shown = item => {
    const terms = Object.keys(item.terms).length ? typed.map(([own, sought]) => [own, sought.some(word => item.terms[word])]) : []
    const tags = item.tags?.map(marked)
    return { ...item, title: marked(item.title), text: marked(item.text), ...(tags && { tags }), terms: Object.fromEntries(terms) }
  }

  const post = self.postMessage.bind(self)
  self.postMessage = (message, ...rest) => {
    const { type, data } = message
    const isOurs = type === RESULT && typed
    post(isOurs ? { type, data: { ...data, items: data.items.map(items => items.map(shown)) } } : message, ...rest)
  }

  addEventListener("message", event => {
    if (event.data?.type === INDEX) learn(event.data.data)
    if (event.data?.type !== SEARCH || event.data.isPlain) return
    event.stopImmediatePropagation()
    dispatchEvent(new MessageEvent("message", { data: { ...event.data, data: plain(event.data.data), isPlain: true } }))
  })
}
